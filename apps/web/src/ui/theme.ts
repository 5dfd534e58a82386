import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type VariantColorsResolver,
} from '@mantine/core'

/** The parent of popovers: inside the main landmark, so that assistive technology finds them there. */
export const overlays = '#overlays'

/** One accent color, a blue close to petrol; grays are tinted with it. */
const accent = [
  '#eff8fe',
  '#dbeff9',
  '#bbddf0',
  '#90c6e3',
  '#67afd3',
  '#3c90b8',
  '#147298',
  '#005f82',
  '#004c6a',
  '#00364d',
] as const
const red = [
  '#fff2f0',
  '#ffe1dd',
  '#ffc5be',
  '#ff9f97',
  '#f57a73',
  '#da534f',
  '#b63132',
  '#9d1f23',
  '#811218',
  '#5f060d',
] as const
const gray = [
  '#f7f9fb',
  '#f0f3f6',
  '#e6eaee',
  '#d9dfe4',
  '#c3cad1',
  '#87919a',
  '#5c666f',
  '#434c54',
  '#2a3138',
  '#171c21',
] as const
const dark = [
  '#dee6ec',
  '#bec5cb',
  '#9fa9b1',
  '#74808a',
  '#48525b',
  '#333b43',
  '#242b31',
  '#191f24',
  '#12171b',
  '#0b1014',
] as const

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'
const monospace =
  'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, "Liberation Mono", monospace'

/**
 * The colours of a button or a mark, from the variables of our style sheet. The library's own function, which is not loaded, also computes
 * colours for variants that the console does not have.
 */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  const border = 'calc(0.0625rem * var(--mantine-scale)) solid'
  const colour = (part: string) => `var(--mantine-color-${color}-${part})`
  const plain = { border: `${border} transparent` }
  switch (variant) {
    case 'filled':
      return {
        background: colour('filled'),
        hover: colour('filled-hover'),
        color: 'var(--mantine-color-white)',
        ...plain,
      }
    case 'light':
      return { background: colour('light'), hover: colour('light-hover'), color: colour('light-color'), ...plain }
    case 'subtle':
      return { background: 'transparent', hover: colour('light-hover'), color: colour('light-color'), ...plain }
    case 'default':
      return {
        background: 'var(--mantine-color-default)',
        hover: 'var(--mantine-color-default-hover)',
        color: 'var(--mantine-color-default-color)',
        border: `${border} var(--mantine-color-default-border)`,
      }
    default:
      throw new Error(`The console has no variant ${variant}.`)
  }
}

export const theme = createTheme({
  variantColorResolver,
  colors: { accent, red, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  fontFamily: sans,
  fontFamilyMonospace: monospace,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: { fontFamily: sans, fontWeight: '620' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Portal: { defaultProps: { target: overlays } },
    Button: { defaultProps: { size: 'sm' } },
    Popover: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md', returnFocus: true } },
    // The focus stays in the input: closing the options of one field must not take the focus from the next one.
    Combobox: { defaultProps: { returnFocus: false } },
    // Options are scrolled by the browser: `tokens.css` limits their height.
    MultiSelect: { defaultProps: { withScrollArea: false } },
    Select: { defaultProps: { withScrollArea: false } },
    TagsInput: { defaultProps: { withScrollArea: false } },
    Modal: { defaultProps: { transitionProps: { duration: 0 }, overlayProps: { backgroundOpacity: 0.5 } } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
})

/** The color names of the component library, mapped to ours (`tokens.css`). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--q-page)',
    '--mantine-color-text': 'var(--q-text)',
    '--mantine-color-dimmed': 'var(--q-muted)',
    '--mantine-color-placeholder': 'var(--q-muted)',
    '--mantine-color-error': 'var(--q-bad)',
    '--mantine-color-success': 'var(--q-good)',
    '--mantine-color-anchor': 'var(--q-link)',
    '--mantine-color-default': 'var(--q-surface)',
    '--mantine-color-default-hover': 'var(--q-sunken)',
    '--mantine-color-default-color': 'var(--q-text)',
    '--mantine-color-default-border': 'var(--q-line-strong)',
    '--mantine-color-disabled': 'var(--q-sunken)',
    '--mantine-color-disabled-color': 'var(--q-muted)',
    '--mantine-color-disabled-border': 'var(--q-line)',
  },
  light: {},
  dark: {},
})

/** The storage key of the chosen color scheme; `before-paint.js` reads the same entry before the first paint. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'quatrain.colour-scheme' })
