import Testing

@testable import Origin

struct `Log time` {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z", "01/Jan/1970:00:00:00 +0000"),
            (-1, "1969-12-31T23:59:59.999Z", "31/Dec/1969:23:59:59 +0000"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z", "29/Feb/2000:00:00:00 +0000"),
            (951_868_800_001, "2000-03-01T00:00:00.001Z", "01/Mar/2000:00:00:00 +0000"),
            (1_796_001_266_123, "2026-11-30T01:14:26.123Z", "30/Nov/2026:01:14:26 +0000"),
            (4_102_444_799_999, "2099-12-31T23:59:59.999Z", "31/Dec/2099:23:59:59 +0000"),
        ] as [(Int64, String, String)])
    func `is written in both formats`(row: (Int64, String, String)) {
        let time = LogTime(milliseconds: row.0)
        #expect(time.rfc3339 == row.1)
        #expect(time.commonLog == row.2)
    }
}
