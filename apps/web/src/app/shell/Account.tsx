import { ActionIcon, Button, Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { lazyPart } from '#lib/lazy-part.ts'
import { Icon } from '#ui/Icon.tsx'
import classes from './Account.module.css'
import { useLogOut } from './use-log-out.ts'

const AccountDetails = lazyPart(
  () => import('./AccountDetails.tsx'),
  ({ AccountDetails }) => AccountDetails,
)

/** The account menu: user, permissions and logout. */
export function Account() {
  const { user } = useConsoleContext()
  const [isOpen, setOpen] = useState(false)
  const logOut = useLogOut()
  if (!user) return null
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus>
        <Popover.Target>
          <Button variant="subtle" color="gray" className={classes.person} onClick={() => setOpen(!isOpen)}>
            <span className={classes.welcome}>
              Welcome, <strong>{user.first_name || user.username}</strong>
            </span>
            <Icon name="person" />
          </Button>
        </Popover.Target>
        <Popover.Dropdown w={320} maw="calc(100vw - 24px)" aria-label="Account">
          <div className={classes.details} tabIndex={-1} data-autofocus>
            <Suspense>
              <AccountDetails
                user={user}
                onLeave={() => setOpen(false)}
                onLogOut={() => {
                  setOpen(false)
                  logOut()
                }}
              />
            </Suspense>
          </div>
        </Popover.Dropdown>
      </Popover>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label="Log out" title="Log out" onClick={logOut}>
        <Icon name="logOut" />
      </ActionIcon>
    </>
  )
}
