import { DEFAULT_THEME, MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { cssVariables, theme } from '#ui/theme.ts'

const name = 'virtual:theme.css'

/**
 * Makes `virtual:theme.css` out of the theme: the variables that the component library would otherwise write into a style
 * element when the application starts, which the content security policy forbids. Those of colours that the theme does not have are
 * left out.
 */
export function themeStyles(): Plugin {
  return {
    name: 'theme-styles',
    resolveId: (id) => (id === name ? name : undefined),
    load: (id) => (id === name ? variables() : undefined),
  }
}

function variables(): string {
  const provider = {
    theme,
    cssVariablesResolver: cssVariables,
    withGlobalClasses: false,
    deduplicateCssVariables: false,
  }
  const markup = renderToStaticMarkup(createElement(MantineProvider, provider))
  const css = /^<style[^>]*>(.+)<\/style>$/s.exec(markup)?.[1]
  if (css === undefined) throw new Error('The component library no longer writes its variables as one style element.')
  const unused = Object.keys(DEFAULT_THEME.colors).filter((color) => !Object.hasOwn(theme.colors ?? {}, color))
  // Ours are the same in both schemes: `tokens.css` knows the schemes.
  const ours = Object.keys(cssVariables(DEFAULT_THEME).variables)
  return css
    .replace(new RegExp(`--mantine-color-(?:${unused.join('|')})-[\\w-]+:[^;]+;`, 'g'), '')
    .replace(/(\[data-mantine-color-scheme[^{]+\{)([^}]+)/g, (_, selector: string, rules: string) =>
      selector.concat(rules.replace(new RegExp(`(?:${ours.join('|')}):[^;]+;`, 'g'), '')),
    )
}
