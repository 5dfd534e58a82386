import '#ui/more-styles.ts'
import { useEffect, useState } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { dialogs } from '#ui/dialogs.ts'
import { oweFocus } from '#ui/page-focus.ts'

/** Follows the address of the browser as long as it is shown. */
export function ConsoleRouter({ routes }: { readonly routes: RouteObject[] }) {
  const [router] = useState(() => createBrowserRouter(routes))
  useEffect(() => {
    let { pathname } = router.state.location
    const unsubscribe = router.subscribe(({ location }) => {
      if (location.pathname !== pathname) oweFocus()
      pathname = location.pathname
    })
    return () => {
      unsubscribe()
      dialogs.closeAll()
      router.dispose()
    }
  }, [router])
  return <RouterProvider router={router} />
}
