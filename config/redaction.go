package config

import (
	"errors"
	"fmt"

	"go.opentelemetry.io/collector/config/configopaque"
	"go.opentelemetry.io/collector/confmap"

	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/redact"
)

// Redaction is about masked values: which the verdict knows, and what
// delta_events: redact masks.
type Redaction struct {
	// Placeholders are what stands in arguments where a string was masked. The first
	// is the one that is written.
	Placeholders []string `mapstructure:"placeholders"`

	// MaskedNumbers and MaskedBooleans say that those of arguments were masked before
	// they came here.
	MaskedNumbers  bool `mapstructure:"masked_numbers"`
	MaskedBooleans bool `mapstructure:"masked_booleans"`

	// MaskNumbers and MaskBooleans mask those of arguments as well.
	MaskNumbers  bool `mapstructure:"mask_numbers"`
	MaskBooleans bool `mapstructure:"mask_booleans"`

	// IDsKey is the key under which ids are hashed; "" leaves them as they are.
	IDsKey configopaque.String `mapstructure:"ids_key"`
}

// Unmarshal implements [confmap.Unmarshaler]. A key that is given and empty is a
// variable that nobody has set: ids would be shown that are to be hashed.
func (r *Redaction) Unmarshal(conf *confmap.Conf) error {
	if err := conf.Unmarshal(r); err != nil {
		return err
	}
	if conf.IsSet("ids_key") && r.IDsKey == "" {
		return errors.New("ids_key: it is empty: set the variable that it is read from, or leave the key out")
	}
	return nil
}

// validate checks the block; writes says that content is masked here.
func (r *Redaction) validate(writes bool) error {
	var errs []error
	for i, p := range r.Placeholders {
		if err := mask.Check(p); err != nil {
			errs = append(errs, fmt.Errorf("redaction::placeholders[%d]: %w", i, err))
		}
	}
	if err := redact.CheckKey([]byte(r.IDsKey)); err != nil {
		errs = append(errs, fmt.Errorf("redaction::ids_key: %w", err))
	}
	if writes {
		if len(r.Placeholders) == 0 {
			errs = append(errs, errors.New("redaction::placeholders: delta_events: redact needs one to write"))
		}
		return errors.Join(errs...)
	}
	for _, idle := range []struct {
		key string
		set bool
	}{{"mask_numbers", r.MaskNumbers}, {"mask_booleans", r.MaskBooleans}, {"ids_key", r.IDsKey != ""}} {
		if idle.set {
			errs = append(errs, fmt.Errorf("redaction::%s: says nothing without delta_events: redact", idle.key))
		}
	}
	return errors.Join(errs...)
}

// masks are the rules of the verdict.
func (r *Redaction) masks() mask.Rules {
	return mask.Rules{Placeholders: append([]string{}, r.Placeholders...), Numbers: r.MaskedNumbers, Booleans: r.MaskedBooleans}
}
