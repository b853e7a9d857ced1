#pragma once

#include <curl/curl.h>

// curl_easy_setopt: variadic; for options that take a number.
static inline CURLcode aasa_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// curl_easy_setopt: variadic; for options that take a text, which is copied.
static inline CURLcode aasa_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

// curl_easy_setopt: variadic; for options that take an object, which is not copied.
static inline CURLcode aasa_curl_set_object(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// curl_easy_setopt: variadic; for options that take a function which is given bytes.
static inline CURLcode aasa_curl_set_sink(
    CURL *handle, CURLoption option, size_t (*sink)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, option, sink);
}

// curl_easy_getinfo: variadic; for facts that are numbers.
static inline CURLcode aasa_curl_get_long(CURL *handle, CURLINFO fact, long *value) {
    return curl_easy_getinfo(handle, fact, value);
}

// curl_easy_getinfo: variadic; for facts that are microseconds.
static inline CURLcode aasa_curl_get_offset(CURL *handle, CURLINFO fact, curl_off_t *value) {
    return curl_easy_getinfo(handle, fact, value);
}

// curl_easy_getinfo: variadic; for the certificates that the server sent.
static inline CURLcode aasa_curl_get_certificates(CURL *handle, struct curl_certinfo **value) {
    return curl_easy_getinfo(handle, CURLINFO_CERTINFO, value);
}
