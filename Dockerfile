# The image of AASA Origin: the program, the libraries that it loads, and nothing else.
#
#   docker build -t aasa-origin .
#   docker run --read-only -v ./site:/etc/aasa-origin:ro -p 443:8443 aasa-origin
#
# The directory holds aasa-origin.yaml and the certificates that it names, readable for the
# user 65532. Without one, the image's own configuration takes variables: deploy/compose.yaml.

# The program is built where the toolchain is offered, and runs on later systems, too.
ARG BUILD_IMAGE=docker.io/library/swift:6.3-bookworm
# Debian 13 has OpenSSL 3.5, which its makers mend until 2030; they no longer mend the 3.0 of
# Debian 12.
ARG RUN_IMAGE=docker.io/library/debian:trixie-slim

FROM ${BUILD_IMAGE} AS build
RUN apt-get update && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        libcurl4-openssl-dev libmicrohttpd-dev libsqlite3-dev libssl-dev libyaml-dev \
        pkg-config zlib1g-dev && \
    rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift ./
COPY Sources Sources
# Builds after the first compile only what changed, where the builder keeps the cache.
RUN --mount=type=cache,id=aasa-origin-build,target=/build \
    AASA_ORIGIN_WITHOUT_TESTS=1 swift build -c release --product aasa-origin \
        --static-swift-stdlib --scratch-path /build --disable-index-store \
        -debug-info-format none && \
    install -D -s /build/release/aasa-origin /out/aasa-origin

FROM ${RUN_IMAGE} AS libraries
RUN apt-get update && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates libcurl4 libmicrohttpd12 libsqlite3-0 libssl3 libyaml-0-2 zlib1g && \
    rm -rf /var/lib/apt/lists/*
COPY deploy/container /container
COPY --from=build /out/aasa-origin /usr/bin/aasa-origin
RUN /container/collect.sh /usr/bin/aasa-origin /image

FROM scratch
COPY --from=libraries /image /
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="aasa-origin" \
      org.opencontainers.image.description="Serves apple-app-site-association files over HTTPS" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# A number, so that a cluster can see that it is not root.
USER 65532:65532
WORKDIR /
EXPOSE 8443 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=10s --retries=3 \
    CMD ["/usr/bin/aasa-origin", "health"]
ENTRYPOINT ["/usr/bin/aasa-origin"]
CMD ["serve"]
