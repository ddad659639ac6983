import { useEffect, useRef } from 'react';
import { TextInput } from '../ui/controls';

interface CodeFieldProps {
  value: string;
  onChange: (text: string) => void;
  label?: string;
  description?: string;
  error?: string;
  /** Where the field is what the screen is about. */
  wantsFocus?: boolean;
}

/** Six digits of an app, or a recovery code. */
export function CodeField({ value, onChange, label = 'Code', description, error, wantsFocus }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wantsFocus) input.current?.focus();
  }, [wantsFocus]);
  return (
    <TextInput
      ref={input}
      data-autofocus={wantsFocus || undefined}
      name="code"
      label={label}
      description={description ?? 'Six digits from your authenticator app, or a recovery code'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
      withAsterisk={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
