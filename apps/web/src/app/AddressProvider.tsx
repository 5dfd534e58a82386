import { unstable_createAdapterProvider as createAdapterProvider, renderQueryString } from 'nuqs/adapters/custom'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { type createBrowserRouter, useLocation } from 'react-router'
import { createStore, type Store, useStore } from '#ui/store.ts'

type Router = ReturnType<typeof createBrowserRouter>

interface Address {
  readonly router: Router
  /** The search part. It is ahead of the pages, which the router renders later, so that no letter is lost in between. */
  readonly search: Store<string>
  /** Whether the pages of the router are shown: a delayed write can come after a logout. */
  readonly isShown: RefObject<boolean>
}

const AddressContext = createContext<Address | undefined>(undefined)

/** The address as nuqs reads and writes it. Its own adapter would cancel a navigation with a delayed write. */
function useAddress() {
  const address = useContext(AddressContext)
  if (!address) throw new Error('The page has no router.')
  const { router, search, isShown } = address
  const { pathname } = useLocation()
  const current = useStore(search)
  const searchParams = useMemo(() => new URLSearchParams(current), [current])
  const updateUrl = useCallback(
    (params: URLSearchParams) => {
      const { location, navigation } = router.state
      const written = renderQueryString(params)
      if (!isShown.current || location.pathname !== pathname || written === search.get()) return
      search.set(() => written)
      if (navigation.location) {
        // The next page is being loaded. Only the history entry of this one is completed, so that Back restores it.
        window.history.replaceState(window.history.state, '', `${pathname}${written}${location.hash}`)
        return
      }
      // A saved row stays marked, and its save can still be undone, because the state of the navigation is kept.
      const options = { replace: true, preventScrollReset: true, state: location.state }
      return router.navigate({ ...location, search: written }, options)
    },
    [router, search, isShown, pathname],
  )
  return { searchParams, updateUrl }
}

/** The sort order and the page of a list follow its filters, in whatever order they were set. */
function inOrder(parameters: URLSearchParams): URLSearchParams {
  for (const name of ['sort', 'page', 'size']) {
    const value = parameters.get(name)
    parameters.delete(name)
    if (value !== null) parameters.append(name, value)
  }
  return parameters
}

const Adapter = createAdapterProvider(useAddress)

/** Lets pages keep their state in the parameters of the address of this router. */
export function AddressProvider({ router, children }: { readonly router: Router; readonly children: ReactNode }) {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const address = useMemo(() => ({ router, search: searchOf(router), isShown }), [router])
  return (
    <AddressContext value={address}>
      <Adapter processUrlSearchParams={inOrder}>{children}</Adapter>
    </AddressContext>
  )
}

function searchOf(router: Router): Store<string> {
  let { location } = router.state
  const search = createStore(location.search)
  router.subscribe(({ location: next }) => {
    if (next === location) return
    location = next
    search.set(() => next.search)
  })
  return search
}
