import { type CSSVariablesResolver, type MantineColorsTuple, type VariantColorsResolver, createTheme } from '@mantine/core';
import { variablesOf } from './tokens.ts';

/** Mantine wants ten shades of its primary colour; the tokens decide wherever a colour is really drawn. */
const blue: MantineColorsTuple = [
  '#E3EEF9',
  '#C6DCF2',
  '#A3CAF5',
  '#7DB4F0',
  '#5A9BE0',
  '#3A80C8',
  '#1B5FA8',
  '#154B86',
  '#103A68',
  '#0B1F36',
];

const look = (background: string, hover: string, color: string, border: string) => ({ background, hover, color, border });

/** Colours of every Mantine component that has variants, from our tokens alone. */
const variantColors: VariantColorsResolver = ({ color, variant }) => {
  const tone = color === 'red' || color === 'danger' ? 'danger' : 'primary';
  const full = `var(--cadre-${tone})`;
  const tint = `var(--cadre-${tone}-tint)`;
  const plain = '1px solid transparent';
  switch (variant) {
    case 'filled':
      return look(full, tone === 'primary' ? 'var(--cadre-primary-hover)' : full, `var(--cadre-on-${tone})`, plain);
    case 'light':
      return look(tint, tint, full, plain);
    case 'outline':
      return look('transparent', tint, full, `1px solid ${full}`);
    case 'default':
      return look('var(--cadre-surface)', 'var(--cadre-surface-2)', 'var(--cadre-text)', '1px solid var(--cadre-border)');
    default:
      return look('transparent', tint, full, plain);
  }
};

/** Where menus, lists and dialogs are drawn: within `main`, so that nothing stands outside of the landmarks. */
export const LAYERS = 'layers';

const still = { transitionProps: { duration: 0 } };

const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 6, dark: 3 },
  colors: { blue },
  autoContrast: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.5rem', xl: '999px' },
  defaultRadius: 'sm',
  headings: {
    fontFamily: 'inherit',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem', fontWeight: '650' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem', fontWeight: '600' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: '600' },
      h4: { fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: '600' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.125rem', fontWeight: '600' },
      h6: { fontSize: '0.75rem', lineHeight: '1rem', fontWeight: '600' },
    },
  },
  variantColorResolver: variantColors,
});

/** Defaults of components; names that screen readers speak are in the language of the moment. */
const componentsIn = (close: string) => ({
  Portal: { defaultProps: { target: `#${LAYERS}` } },
  CloseButton: { defaultProps: { 'aria-label': close } },
  Popover: { defaultProps: { ...still, shadow: 'md' } },
  // The element that Mantine focuses first has no role a menu may hold.
  Menu: { defaultProps: { ...still, withInitialFocusPlaceholder: false } },
  Tooltip: { defaultProps: still },
  Modal: { defaultProps: { ...still, closeButtonProps: { 'aria-label': close } } },
  ModalRoot: { defaultProps: still },
  DrawerRoot: { defaultProps: still },
  // A header within a dialog is no banner of the page.
  ModalHeader: { defaultProps: { component: 'div' } },
  DrawerHeader: { defaultProps: { component: 'div' } },
});

/** The theme, with the name of every close button. */
export const themeIn = (close: string): typeof theme => ({ ...theme, components: componentsIn(close) });

const bridge = {
  '--mantine-color-text': 'var(--cadre-text)',
  '--mantine-color-body': 'var(--cadre-surface)',
  '--mantine-color-bright': 'var(--cadre-text)',
  '--mantine-color-dimmed': 'var(--cadre-muted)',
  '--mantine-color-error': 'var(--cadre-danger)',
  '--mantine-color-success': 'var(--cadre-success)',
  '--mantine-color-placeholder': 'var(--cadre-placeholder)',
  '--mantine-color-anchor': 'var(--cadre-primary)',
  '--mantine-color-default': 'var(--cadre-raised)',
  '--mantine-color-default-hover': 'var(--cadre-surface-2)',
  '--mantine-color-default-color': 'var(--cadre-text)',
  '--mantine-color-default-border': 'var(--cadre-border)',
  '--mantine-color-disabled': 'var(--cadre-surface-2)',
  '--mantine-color-disabled-color': 'var(--cadre-muted)',
  '--mantine-color-disabled-border': 'var(--cadre-divider)',
  '--mantine-primary-color-contrast': 'var(--cadre-on-primary)',
  '--mantine-primary-color-filled': 'var(--cadre-primary)',
  '--mantine-primary-color-filled-hover': 'var(--cadre-primary-hover)',
  '--mantine-primary-color-light': 'var(--cadre-primary-tint)',
  '--mantine-primary-color-light-hover': 'var(--cadre-primary-tint)',
  '--mantine-primary-color-light-color': 'var(--cadre-primary)',
  '--mantine-color-blue-filled': 'var(--cadre-primary)',
  '--mantine-color-blue-filled-hover': 'var(--cadre-primary-hover)',
  '--mantine-color-blue-light': 'var(--cadre-primary-tint)',
  '--mantine-color-blue-light-color': 'var(--cadre-primary)',
  '--mantine-color-blue-outline': 'var(--cadre-primary)',
  '--mantine-color-red-filled': 'var(--cadre-danger)',
  '--mantine-color-red-light': 'var(--cadre-danger-tint)',
  '--mantine-color-red-light-color': 'var(--cadre-danger)',
};

/** Our tokens, and Mantine's own variables pointed at them: its palette fails contrast in many places. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...variablesOf('light'), ...bridge },
  dark: { ...variablesOf('dark'), ...bridge },
});
