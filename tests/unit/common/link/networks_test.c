/*
 * networks_test.c - addresses in attached networks: a machine with a loopback, a card
 * with two addresses, one that is down, and a point-to-point line.
 */
#include "tests/support/helper.h"

#include <arpa/inet.h>
#include <cmocka.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

#include "common/link/networks.h"

static struct sockaddr_storage address(const char *text)
{
    struct sockaddr_storage storage = {0};
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};

    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        memcpy(&storage, &four, sizeof(four));
    else if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1)
        memcpy(&storage, &six, sizeof(six));
    else
        fail_msg("%s is no address", text);
    return storage;
}

struct card {
    const char *own, *mask, *other;
    unsigned flags;
};

static const struct card cards[] = {
    {"127.0.0.1", "255.0.0.0", NULL, IFF_UP | IFF_LOOPBACK},
    {"::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL, IFF_UP | IFF_LOOPBACK},
    {"10.19.96.2", "255.255.255.0", NULL, IFF_UP | IFF_BROADCAST},
    {"2001:db8:1:2::7", "ffff:ffff:ffff:ffff::", NULL, IFF_UP | IFF_BROADCAST},
    {"172.16.0.1", "255.255.0.0", NULL, IFF_BROADCAST},
    {"10.8.0.6", "255.255.255.255", "10.8.0.5", IFF_UP | IFF_POINTOPOINT},
    {"192.0.2.1", "0.0.0.0", NULL, IFF_UP | IFF_BROADCAST},
    {NULL, NULL, NULL, IFF_UP},
};

static bool is_near(const char *text)
{
    static struct sockaddr_storage storage[COUNT(cards)][3];
    static struct ifaddrs all[COUNT(cards)];
    struct sockaddr_storage peer = address(text);

    for (size_t i = 0; i < COUNT(cards); i++) {
        const char *const texts[] = {cards[i].own, cards[i].mask, cards[i].other};
        struct sockaddr *at[3] = {NULL};
        for (size_t k = 0; k < 3 && texts[k] != NULL; k++) {
            storage[i][k] = address(texts[k]);
            at[k] = (struct sockaddr *)&storage[i][k];
        }
        all[i] = (struct ifaddrs){.ifa_next = i + 1 < COUNT(cards) ? &all[i + 1] : NULL,
            .ifa_flags = cards[i].flags,
            .ifa_addr = at[0],
            .ifa_netmask = at[1]};
        all[i].ifa_dstaddr = at[2];
    }
    return networks_among(all, (const struct sockaddr *)&peer);
}

static void test_near(void **state)
{
    static const char *const texts[] = {"127.0.0.1", "127.9.9.9", "::1", "10.19.96.2",
        "10.19.96.1", "10.19.96.254", "::ffff:10.19.96.1", "::ffff:127.0.0.1",
        "2001:db8:1:2::7", "2001:db8:1:2:ffff::9", "fe80::1", "fe80::ffff:1", "febf::1",
        "169.254.3.4", "10.8.0.5", "10.8.0.6", "192.0.2.1"};

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        if (!is_near(texts[i]))
            fail_msg("%s is not near", texts[i]);
}

static void test_far(void **state)
{
    static const char *const texts[] = {"10.19.97.1", "10.19.95.255", "8.8.8.8",
        "::ffff:10.19.97.1", "2001:db8:1:3::7", "2001:db8::", "::2", "172.16.0.2",
        "172.16.0.1", "10.8.0.4", "192.0.2.2", "0.0.0.0", "::", "fec0::1",
        "169.253.0.1", "::ffff:0:10.19.96.1"};

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        if (is_near(texts[i]))
            fail_msg("%s is near", texts[i]);
}

/* Other address families are far, and so is every peer without attached networks. */
static void test_nowhere(void **state)
{
    struct sockaddr_storage peer = address("10.19.96.1");
    struct sockaddr_storage own = address("127.0.0.1");
    struct sockaddr_storage local = address("fe80::1");
    struct sockaddr other = {.sa_family = AF_UNIX};

    (void)state;
    assert_false(networks_among(NULL, (const struct sockaddr *)&peer));
    assert_true(networks_among(NULL, (const struct sockaddr *)&own));
    assert_true(networks_among(NULL, (const struct sockaddr *)&local));
    assert_false(networks_among(NULL, &other));
    assert_int_equal(networks_peer(-1), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_nowhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
