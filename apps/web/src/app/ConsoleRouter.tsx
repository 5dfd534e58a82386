import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { useCallback, useEffect, useState } from 'react'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { askEarly, forgetEarlyAnswers } from '#kit/api/call.ts'
import { PageExists } from '#lib/page-exists.ts'
import { sectionOf } from '#lib/sections.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { requestHeadingFocus } from '#ui/PageFrame.tsx'

type Router = ReturnType<typeof createBrowserRouter>

/** Follows the address of the browser as long as it is mounted. */
export function ConsoleRouter({ routes }: { readonly routes: RouteObject[] }) {
  const [router, setRouter] = useState<Router>()
  // A router listens to the browser's history from its creation, so one effect creates it and disposes of it.
  useEffect(() => {
    forgetEarlyAnswers()
    preload(routes, window.location.pathname)
    const stopPreloading = preloadLinked(routes)
    const router = createBrowserRouter(routes)
    const unsubscribe = followAddress(router)
    setRouter(router)
    return () => {
      unsubscribe()
      stopPreloading()
      forgetEarlyAnswers()
      dialogs.closeAll()
      router.dispose()
    }
  }, [routes])
  const pageExists = useCallback(
    (address: string) => matchRoutes(routes, address)?.at(-1)?.route.path?.endsWith('*') === false,
    [routes],
  )
  return (
    router && (
      <PageExists value={pageExists}>
        <RouterProvider router={router} />
      </PageExists>
    )
  )
}

function followAddress(router: Router): () => void {
  let { pathname } = router.state.location
  let { key } = router.state.location
  return router.subscribe(({ location, historyAction }) => {
    if (location.pathname !== pathname) requestHeadingFocus()
    // Navigation closes an open dialog, because the dialog belongs to the page.
    if (historyAction === 'POP' && location.key !== key) dialogs.closeAll()
    pathname = location.pathname
    key = location.key
  })
}

/** What the page at this address reads first; undefined if that is not a list or an object of the console. */
export function firstReadOf(pathname: string): string | undefined {
  const [address, published = '', key] = /^\/ui\/(public_)?\w+(?:\/([^/]+))?$/.exec(pathname) ?? []
  const section = sectionOf(pathname)
  if (address === undefined || section?.names?.path === undefined || key === 'add') return undefined
  if (section.isReadEarly === false || section.at.startsWith('administration/')) return undefined
  return `${internalApi}/${published}${section.names.path}${key === undefined ? '' : `/${key}`}`
}

/** Loads the code of a page and asks for its first answer, at the same time. */
function preload(routes: RouteObject[], pathname: string): void {
  const page = matchRoutes(routes, pathname)?.at(-1)?.route
  if (!page?.handle) return
  page.handle.preload()
  const read = firstReadOf(pathname)
  if (read !== undefined) askEarly(read)
}

/** Preloads the page of a link that the pointer or the focus is on. Returns the function that ends it. */
function preloadLinked(routes: RouteObject[]): () => void {
  const handle = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && link.origin === window.location.origin && link.pathname !== window.location.pathname) {
      preload(routes, link.pathname)
    }
  }
  const events = ['pointerover', 'focusin']
  for (const event of events) document.addEventListener(event, handle)
  return () => {
    for (const event of events) document.removeEventListener(event, handle)
  }
}
