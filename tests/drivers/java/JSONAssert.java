package org.skyscreamer.jsonassert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What the tests use of JSONassert, which Debian has not. */
public class JSONAssert {
    private static boolean same(JsonNode one, JsonNode other) {
        return one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue()) == 0
            : one.equals(other);
    }

    public static void assertEquals(String expected, String actual, boolean strict) {
        try {
            ObjectMapper mapper = new ObjectMapper();
            JsonNode one = mapper.readTree(expected), other = mapper.readTree(actual);
            if (!one.equals((left, right) -> same(left, right) ? 0 : 1, other)) {
                throw new AssertionError("expected " + expected + " but was " + actual);
            }
        } catch (java.io.IOException error) {
            throw new AssertionError(error);
        }
    }
}
