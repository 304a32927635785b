# An image for builds, made from this working copy: docker build -t witness .
FROM golang:1.26 AS build
WORKDIR /src
COPY . .
ENV CGO_ENABLED=0
RUN go build -trimpath -ldflags='-s -w' -o /out/ ./cmd/witness ./cmd/witness-http

FROM gcr.io/distroless/static-debian12
COPY --from=build /out/ /usr/bin/
WORKDIR /project
ENTRYPOINT ["/usr/bin/witness"]
