import { useEffect, useRef } from 'react';
import { PasswordInput } from '../ui/controls';

interface SecretFieldProps {
  label: string;
  name?: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (text: string) => void;
  description?: string;
  error?: string;
  /** Where the field is what the screen is about. */
  wantsFocus?: boolean;
}

export function SecretField({ label, name = 'password', onChange, wantsFocus, ...rest }: SecretFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wantsFocus) input.current?.focus();
  }, [wantsFocus]);
  return (
    <PasswordInput
      ref={input}
      data-autofocus={wantsFocus || undefined}
      name={name}
      label={label}
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}` }}
      required
      withAsterisk={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
