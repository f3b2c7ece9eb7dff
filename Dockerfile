# The command as a static program, alone in its image, as user nobody:
#
#   docker build -t trommel .
#   docker run --rm -v "$PWD:/data" trommel page.html
#
# To write into the folder, the user of it is needed: docker run --user "$(id -u):$(id -g)" ...
FROM rust:1-alpine AS build
RUN apk add --no-cache gcc make musl-dev
WORKDIR /trommel
COPY . .
RUN cargo install --locked --profile dist --path crates/trommel-cli --features train --root /built \
    && mkdir -p /image/data && install -d -m 1777 /image/tmp \
    && mv /built/bin/trommel /image/trommel

FROM scratch
COPY --from=build /image /
WORKDIR /data
USER 65534:65534
ENTRYPOINT ["/trommel"]
