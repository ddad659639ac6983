import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core';
import modal from './components/ui/modal.module.css';
import { BRAND, BREAKPOINTS, DARK, FONT_SIZES, FONTS, LIGHT, LINE_HEIGHT, RADII, SPACE } from './tokens';

const SCALE = {
  xs: rem(FONT_SIZES.xs),
  sm: rem(FONT_SIZES.sm),
  md: rem(FONT_SIZES.md),
  lg: rem(FONT_SIZES.lg),
  xl: rem(FONT_SIZES.xl),
};

/** A finger's 44 px. */
const CLOSE = { size: 'xl', iconSize: rem(SPACE[5]) };

const DIALOG = {
  // styles/base.css holds the page still: Mantine's own lock writes a style element that the security policy refuses.
  lockScroll: false,
  // A dialog's heading row is no second banner of the page.
  attributes: { header: { role: 'none' } },
};

/** Of the component library, which draws dialogs and menus. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 7 },
  colors: { brand: BRAND as unknown as MantineColorsTuple },
  fontFamily: FONTS.text,
  fontFamilyMonospace: FONTS.mono,
  fontSizes: SCALE,
  lineHeights: { md: String(LINE_HEIGHT) },
  headings: { fontFamily: FONTS.text },
  radius: { sm: rem(RADII.sm), md: rem(RADII.md), lg: rem(RADII.lg) },
  defaultRadius: 'md',
  spacing: { xs: rem(SPACE[2]), sm: rem(SPACE[3]), md: rem(SPACE[4]), lg: rem(SPACE[6]), xl: rem(SPACE[8]) },
  breakpoints: { xs: '30em', sm: `${BREAKPOINTS.cards / 16}em`, md: `${BREAKPOINTS.pagination / 16}em` },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects: naming the components here would put their code into every page.
  components: {
    Modal: {
      defaultProps: { ...DIALOG, radius: 'lg', centered: true, closeButtonProps: { ...CLOSE, 'aria-label': 'Close' } },
      classNames: { title: modal.title },
    },
    Drawer: { defaultProps: { ...DIALOG, closeButtonProps: { ...CLOSE, 'aria-label': 'Close menu' } } },
  },
});

/** Mantine's own surfaces take the product's colours, so that both kinds of component look alike in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = (scheme: typeof LIGHT) => ({
    '--mantine-color-body': scheme.surface,
    '--mantine-color-text': scheme.text,
    '--mantine-color-dimmed': scheme.muted,
    '--mantine-color-placeholder': scheme.muted,
    '--mantine-color-error': scheme.red.text,
    '--mantine-color-anchor': scheme.accent,
    '--mantine-color-default': scheme.surface,
    '--mantine-color-default-hover': scheme.sunken,
    '--mantine-color-default-color': scheme.text,
    '--mantine-color-default-border': scheme.borderStrong,
    '--mantine-color-brand-light': scheme.accentTint,
    '--mantine-color-brand-light-hover': scheme.blue.tint,
    '--mantine-color-brand-light-color': scheme.accent,
    '--mantine-color-red-light-color': scheme.red.text,
    '--mantine-color-red-light-hover': scheme.red.tint,
  });
  // Mantine's own dark red holds white text at 3.8:1.
  const red = {
    '--mantine-color-red-filled': 'var(--mantine-color-red-8)',
    '--mantine-color-red-filled-hover': 'var(--mantine-color-red-9)',
  };
  return { variables: {}, light: both(LIGHT), dark: { ...both(DARK), ...red } };
};
