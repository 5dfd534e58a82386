import { ActionIcon, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { sessionQuery } from '#features/session/session.queries.ts'
import { unconfirmedIn, unconfirmedRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { lazyPart } from '#lib/load-part.ts'
import { navigation } from '#lib/sections.ts'
import { Icon } from '#ui/Icon.tsx'
import { PartnersFoot } from '#ui/PartnersFoot.tsx'
import { BarPanel } from './BarPanel.tsx'
import { Frame } from './Frame.tsx'
import classes from './UserMenu.module.css'
import { useLogOut } from './use-log-out.ts'

const UserPanel = lazyPart(
  () => import('./UserPanel.tsx'),
  ({ UserPanel }) => UserPanel,
)

/** The menu of the user, with their rights, and the button that logs out. */
function UserMenu() {
  const { user } = useConsoleContext()
  const [isOpen, setOpen] = useState(false)
  const logOut = useLogOut()
  if (!user) return null
  return (
    <>
      <BarPanel
        isOpen={isOpen}
        onChange={setOpen}
        className={classes.details}
        button={(opening) => (
          <Button variant="subtle" color="gray" className={classes.user} {...opening}>
            <span className={classes.welcome}>
              Welcome, <strong>{user.first_name || user.username}</strong>
            </span>
            <Icon name="user" />
          </Button>
        )}
      >
        <Suspense>
          <UserPanel
            user={user}
            onLeave={() => setOpen(false)}
            onLogOut={() => {
              setOpen(false)
              logOut()
            }}
          />
        </Suspense>
      </BarPanel>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label="Log out" title="Log out" onClick={logOut}>
        <Icon name="logOut" />
      </ActionIcon>
    </>
  )
}

const UnconfirmedRequests = lazyPart(
  () => import('#features/change-requests/UnconfirmedRequests.tsx'),
  ({ UnconfirmedRequests }) => UnconfirmedRequests,
)

/** Milliseconds between two looks at what the user has to confirm. */
const lookEvery = 30_000

/** Change requests that the user has to confirm, also those that others have applied meanwhile. */
function Notices() {
  const isTenant = useConsoleContext().caller.deployment === 'tenant'
  const session = useQueryClient().getQueryData(sessionQuery(isTenant).queryKey)
  const { data: requests, dataUpdatedAt } = useQuery({
    ...unconfirmedRequestsQuery(isTenant),
    initialData: session && unconfirmedIn(session),
    staleTime: lookEvery,
    refetchInterval: lookEvery,
  })
  if (!requests || requests.length === 0) return null
  return (
    <Suspense>
      <UnconfirmedRequests requests={requests} lookedAt={dataUpdatedAt} />
    </Suspense>
  )
}

/** The frame of the console for logged-in users. */
export function MemberShell() {
  const { caller, user, options } = useConsoleContext()
  const sections = navigation[caller.deployment]
  return (
    <Frame
      sections={user?.is_superuser ? ['administration', ...sections] : sections}
      isPublic={false}
      userMenu={<UserMenu />}
      notices={<Notices />}
      foot={<PartnersFoot {...options.footer} />}
    />
  )
}
