import type { RouteObject } from 'react-router'
import { NotYetPage } from './pages/NotYetPage.tsx'

/** A placeholder for each of these sections without a page. */
export const placeholders = (names: readonly string[], pages: readonly RouteObject[]): RouteObject[] =>
  names
    .filter((name) => !pages.some(({ path }) => path === name))
    .map((name) => ({ path: `${name}/*`, Component: NotYetPage }))
