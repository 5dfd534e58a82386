import { useConsoleContext } from '#kit/api/console-context.tsx'
import { navigation } from '#lib/sections.ts'
import { PartnersFoot } from '#ui/PartnersFoot.tsx'
import { Account } from './Account.tsx'
import { Frame } from './Frame.tsx'

/** The frame of the console for logged-in users. */
export function MemberShell() {
  const { caller, user, options } = useConsoleContext()
  const sections = navigation[caller.deployment]
  return (
    <Frame
      sections={user?.is_superuser ? ['administration', ...sections] : sections}
      isPublic={false}
      account={<Account />}
      foot={<PartnersFoot {...options.footer} />}
    />
  )
}
