import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { navigation, type SectionName, sections, sectionsOfVisitors } from '../src/lib/sections.ts'
import { Icon } from '../src/ui/Icon.tsx'
import { LogoMark, WordMark } from '../src/ui/Logo.tsx'

/**
 * Puts a drawing of the frame into the page, which is painted before the application starts and removed when it shows something. It
 * has the navigation of every deployment: `before-paint.js` chooses, by what this browser has shown before, and
 * `first-frame.css` shows none if nothing is known.
 */
export const firstFrame = (): Plugin => ({
  name: 'first-frame',
  transformIndexHtml: (html) => html.replace('<!-- first frame -->', () => renderToStaticMarkup(drawing)),
})

const box = (className: string, ...children: readonly ReactNode[]) => createElement('div', { className }, ...children)

const list = (frame: string, names: readonly SectionName[]) =>
  createElement('div', { key: frame, className: 'first-nav', 'data-for': frame }, ...names.map(item))

const item = (name: SectionName) => {
  const { at, icon, title } = sections[name]
  return createElement(
    'div',
    { key: name, 'data-section': at },
    createElement(Icon, { name: icon }),
    createElement('span', null, title),
  )
}

const mark = (size: number) => createElement(LogoMark, { size })
const word = (height: number) => createElement(WordMark, { height })

const drawing = createElement(
  'div',
  { id: 'first', 'aria-hidden': true },
  box('first-bar', mark(24), word(18), box('first-tenant')),
  box(
    'first-side',
    ...(['tenant', 'super'] as const).flatMap((deployment) => [
      list(`member ${deployment}`, ['administration', ...navigation[deployment]]),
      list(`public ${deployment}`, sectionsOfVisitors(deployment)),
    ]),
  ),
  box('first-page', box('first-crumbs'), box('first-title'), box('first-content')),
  box(
    'first-card',
    box('first-brand', mark(34), word(24)),
    box('first-title'),
    box('first-box'),
    box('first-box'),
    box('first-button'),
  ),
)
