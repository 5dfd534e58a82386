import { users } from '@quatrain/contract/resources/user.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'

/** The page of every user, reached from the own profile. */
export const OwnPasswordPage = () => (
  <ChangePassword username={useConsoleContext().user?.username} after={paths.profile} />
)

/** The specified page of a user of the super-tenant: only for oneself. */
export const UserPasswordPage = () => <ChangePassword username={usePathParameters().name} after={paths.users.list} />

function ChangePassword({ username, after }: { readonly username: string | undefined; readonly after: string }) {
  const own = useConsoleContext().user?.username
  const isOwn = username !== undefined && username === own
  return (
    <PageFrame title="Change password" object={username} width="reading">
      {isOwn ? (
        <ChangePasswordForm username={username} after={after} />
      ) : (
        <ReadOnlyBanner resource={users}>
          <p>Users change only their own password.</p>
        </ReadOnlyBanner>
      )}
    </PageFrame>
  )
}
