package com.github.shyiko.mysql.binlog;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** In place of the suite's own, which starts servers: all of them are the one that the environment names. */
public class MysqlOnetimeServer {
    public static final String HOST = System.getenv("SERVER_HOST");
    public static final int PORT = Integer.parseInt(System.getenv("SERVER_PORT"));
    public static final String PASSWORD = System.getenv("SERVER_PASSWORD");
    public static int nextServerID = 1;
    public String path;
    private final MysqlOnetimeServerOptions options;
    private Connection connection;

    public MysqlOnetimeServer() {
        this(null);
    }

    public MysqlOnetimeServer(MysqlOnetimeServerOptions options) {
        this.options = options == null ? new MysqlOnetimeServerOptions() : options;
    }

    public void boot() throws SQLException {
        List<String> wanted = new ArrayList<>();
        wanted.add("DROP USER IF EXISTS 'mysql8'");
        for (String name : new String[] {"mbcj_test_isolated", "net_timeout_test", "net_timeout_test2"}) {
            wanted.add("DROP DATABASE IF EXISTS " + name);
        }
        wanted.add("CREATE DATABASE IF NOT EXISTS test");
        wanted.add("SET GLOBAL time_zone = '+00:00'");
        wanted.add("SET GLOBAL binlog_row_metadata = " + (options.fullRowMetaData ? "FULL" : "MINIMAL"));
        wanted.add("SET GLOBAL net_write_timeout = 60");
        wanted.add("SET GLOBAL binlog_row_value_options = ''");
        wanted.add("SET GLOBAL binlog_transaction_compression = OFF");
        for (String option : (options.extraParams == null ? "" : options.extraParams).trim().split(" ")) {
            String[] parts = option.replaceFirst("^--", "").split("=");
            if (parts.length == 2 && !parts[0].startsWith("default-authentication")) {
                String value = parts[1].matches("\\d+|ON|OFF") ? parts[1] : "'" + parts[1] + "'";
                wanted.add("SET GLOBAL " + parts[0].replace('-', '_') + " = " + value);
            }
        }
        try (Connection connection = getNewConnection(); Statement statement = connection.createStatement()) {
            for (String sql : wanted) {
                statement.execute(sql);
            }
            String[] modes = {"OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON"};
            statement.execute("SET GLOBAL enforce_gtid_consistency = ON");
            ResultSet rows = statement.executeQuery("SELECT @@GLOBAL.gtid_mode");
            rows.next();
            int at = java.util.Arrays.asList(modes).indexOf(rows.getString(1));
            int end = options.gtid ? 3 : 0;
            while (at != end) {
                at += at < end ? 1 : -1;
                statement.execute("SET GLOBAL gtid_mode = " + modes[at]);
            }
        }
        resetConnection();
    }

    public void setupSlave(int masterPort) {
    }

    public void resetConnection() throws SQLException {
        connection = getNewConnection();
    }

    public Connection getNewConnection() throws SQLException {
        return DriverManager.getConnection("jdbc:mysql://" + HOST + ":" + PORT + "/mysql?allowPublicKeyRetrieval=true", "root", PASSWORD);
    }

    public Connection getConnection() {
        return connection;
    }

    public void execute(String query) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(query);
        }
    }

    public int getPort() {
        return PORT;
    }

    public void shutDown() {
    }

    public static MysqlVersion getVersion() {
        return new MysqlVersion(9, 7, false);
    }
}
