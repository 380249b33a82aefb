package com.github.shyiko.mysql.binlog;

import java.util.Objects;

/** assertEquals as the TestNG of the suite's pom has it: arrays in arrays are equal by what is in them. */
public class Same {
    public static void assertEquals(Object actual, Object expected) {
        assertEquals(actual, expected, "");
    }

    public static void assertEquals(Object actual, Object expected, String message) {
        if (!Objects.deepEquals(actual, expected)) {
            throw new AssertionError(message + " expected [" + expected + "] but found [" + actual + "]");
        }
    }

    public static void assertEquals(long actual, long expected) {
        assertEquals((Object) actual, (Object) expected, "");
    }

    public static void assertEquals(long actual, long expected, String message) {
        assertEquals((Object) actual, (Object) expected, message);
    }
}
