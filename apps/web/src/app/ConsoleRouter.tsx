import { useEffect, useState } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { forgetEarlyAnswers } from '#kit/api/early-answers.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { requestHeadingFocus } from '#ui/page-focus.ts'
import { preload, preloadLinked } from './preload.ts'

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
  return router && <RouterProvider router={router} />
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
