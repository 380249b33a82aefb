"""`python -m tests.reliability.races PATHS`: tests with every hand-over between threads delayed at random.

What passes on an idle machine only since one thread is usually quicker than another fails here on most runs: a wake-up,
a hand-over to a thread or to the event loop, a packet that was sent, is followed (or preceded) by a pause now and then.
Programs that the tests start are delayed too: `sitecustomize` of this folder is on their path.
"""
