"""The live server: connections over TCP and Unix sockets, their SQL, and the log that is sent to who asks for it."""
