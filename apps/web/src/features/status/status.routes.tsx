import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const page = () => import('./StatusPage.tsx')

export const statusRoutes: RouteObject[] = [lazyPage('administration/status', page, ({ StatusPage }) => StatusPage)]
