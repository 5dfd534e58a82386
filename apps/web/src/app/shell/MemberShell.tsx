import { ActionIcon, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { requestsForUserIn, requestsForUserQuery, sessionQuery } from '#features/session/session.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { navigation, sectionNamed } from '#lib/sections.ts'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { PartnersFoot } from '#ui/PartnersFoot.tsx'
import { BarPanel } from './BarPanel.tsx'
import bell from './Bell.module.css'
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

/** Milliseconds between two looks at the change requests for the user, and while findings are being counted. */
const [lookEvery, countedEvery] = [30_000, 1000]

/** The change requests for the user, also after others have changed them, and the numbers of findings. */
function useRequestsForUser() {
  const isTenant = useConsoleContext().caller.deployment === 'tenant'
  const session = useQueryClient().getQueryData(sessionQuery(isTenant).queryKey)
  return useQuery({
    ...requestsForUserQuery(isTenant),
    initialData: session && requestsForUserIn(session),
    staleTime: lookEvery,
    refetchInterval: ({ state: { data } }) => (data?.findings?.outdated ? countedEvery : lookEvery),
  })
}

function Notices() {
  const { data, dataUpdatedAt } = useRequestsForUser()
  if (!data || data.unconfirmed.length === 0) return null
  return (
    <Suspense>
      <UnconfirmedRequests requests={data.unconfirmed} lookedAt={dataUpdatedAt} />
    </Suspense>
  )
}

/** The number of change requests that wait for the user, and the way to them; nothing if there are none. */
function WaitingRequests() {
  const waiting = useRequestsForUser().data?.waiting ?? 0
  if (waiting === 0) return null
  const label = `${counted(waiting, 'change request')} ${waiting === 1 ? 'waits' : 'wait'} for you`
  return (
    <ActionIcon
      component={Link}
      to={paths.changeRequests}
      className={bell.bell}
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      title={label}
    >
      <Icon name={sectionNamed('changeRequests').icon} />
      <span className={bell.count} aria-hidden="true">
        {waiting}
      </span>
    </ActionIcon>
  )
}

/** The frame of the console for logged-in users. */
export function MemberShell() {
  const { caller, user, options } = useConsoleContext()
  const sections = navigation[caller.deployment]
  const { errors = 0, warnings = 0 } = useRequestsForUser().data?.findings ?? {}
  return (
    <Frame
      sections={user?.is_superuser ? ['administration', ...sections] : sections}
      isPublic={false}
      counts={
        errors + warnings > 0
          ? {
              findings: {
                count: errors + warnings,
                label: `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
              },
            }
          : {}
      }
      userMenu={
        <>
          <WaitingRequests />
          <UserMenu />
        </>
      }
      notices={<Notices />}
      foot={<PartnersFoot {...options.footer} />}
    />
  )
}
