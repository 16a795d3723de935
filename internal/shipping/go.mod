module github.com/toolverdict/toolverdict/internal/shipping

go 1.26.8

require (
	github.com/CycloneDX/cyclonedx-go v0.12.0
	github.com/google/go-cmp v0.7.0
	github.com/google/uuid v1.6.0
	github.com/package-url/packageurl-go v0.1.7
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	golang.org/x/mod v0.43.0
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/hashicorp/golang-lru/v2 v2.0.7 // indirect
)

require (
	github.com/toolverdict/toolverdict v0.0.0
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/toolverdict/toolverdict => ../..
