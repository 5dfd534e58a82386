import { DEFAULT_THEME, defaultVariantColorsResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

const whole = mergeMantineTheme(DEFAULT_THEME, theme)
const variants = ['filled', 'light', 'subtle', 'default']

test.each(variants)('the colours of the variant %s are those of the component library', (variant) => {
  for (const color of Object.keys(theme.colors ?? {})) {
    const choice = { theme: whole, color, variant }
    expect(whole.variantColorResolver(choice)).toEqual(defaultVariantColorsResolver(choice))
  }
})

test('a variant that the console does not have is an error', () => {
  expect(() => whole.variantColorResolver({ theme: whole, color: 'red', variant: 'outline' })).toThrow('outline')
})
