"""Circles of objects are looked for as before once no block that puts it off runs any more."""

import gc

from binwriter.storage.garbage import seldom_collected


def test_the_search_is_put_off_and_taken_up_again() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(500, 7, 8)
        with seldom_collected:
            with seldom_collected:
                assert gc.get_threshold()[0] > 500
            assert gc.get_threshold()[0] > 500 and gc.get_threshold()[1:] == (7, 8)
        assert gc.get_threshold() == (500, 7, 8)
        for chosen in ((0, 7, 8), (5_000_000, 7, 8)):  # the user's own
            gc.set_threshold(*chosen)
            with seldom_collected:
                assert gc.get_threshold() == chosen
            assert gc.get_threshold() == chosen
    finally:
        gc.set_threshold(*before)
