#include "json.h"

#include <math.h>
#include <stdio.h>

void json_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;

        if (byte == '"' || byte == '\\')
            printf("\\%c", byte);
        else if (byte < ' ' || byte == 0x7f)
            printf("\\u%04x", byte);
        else
            putchar(byte);
    }
    putchar('"');
}

void json_key(const char *name, bool first)
{
    printf("%s", first ? "" : ", ");
    json_string(name);
    printf(": ");
}

void json_value(double value)
{
    if (isnan(value))
        printf("null");
    else
        printf("%.17g", value);
}

void json_text(const char *name, const char *value, bool first)
{
    json_key(name, first);
    if (value != NULL)
        json_string(value);
    else
        printf("null");
}

void json_number(const char *name, double value)
{
    json_key(name, false);
    json_value(value);
}

void json_count(const char *name, long value)
{
    json_key(name, false);
    printf("%ld", value);
}

void json_truth(const char *name, bool value)
{
    json_key(name, false);
    printf("%s", value ? "true" : "false");
}
