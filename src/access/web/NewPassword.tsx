import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../web/ui/TextInput.tsx';

/** The shortest that the server takes, and a length at which guessing is hopeless. */
const LEAST = 8;
const STRONG = 15;

export interface NewPasswordProps {
  label: string;
  autoFocus?: boolean;
}

/** One field for a password to be chosen, unfiltered, without a repetition: it can be shown. Length is counted in characters. */
export function NewPassword({ label, autoFocus }: NewPasswordProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const { length } = [...password];
  const missing = LEAST - length;
  const hint =
    length === 0
      ? t('access.password_rule')
      : missing > 0
        ? t('access.password_short', { count: missing })
        : t(length < STRONG ? 'access.password_enough' : 'access.password_strong');
  return (
    <TextInput
      label={label}
      description={hint}
      name="password"
      type="password"
      autoComplete="new-password"
      value={password}
      onChange={setPassword}
      required
      {...(autoFocus ? { autoFocus } : {})}
      data-testid="new-password"
    />
  );
}
