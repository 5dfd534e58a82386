import { settingProblems } from '@quatrain/platform/settings.ts'
import type { z } from 'zod'
import { error, type Finding, messageOf, ok, warning } from '#features/status/finding.ts'
import { syslogOf } from '#settings/audit-settings.ts'
import { mailOf } from '#settings/mail-settings.ts'
import { readPartners } from '#settings/partners.ts'
import { previousSecretOf, productionSettings, recoverAfter, standbyAddressOf } from '#settings/settings.ts'
import { signOnOf } from '#settings/sign-on.ts'

export type Settings = z.output<typeof productionSettings>

/** Every variable that is missing or invalid, and pairs that do not fit. */
export function checkSettings(environment: NodeJS.ProcessEnv): Finding[] {
  const problems = settingProblems(productionSettings, environment)
  if (problems.length > 0) return problems.map(error)
  const settings = productionSettings.parse(environment)
  const pairs = [
    () => previousSecretOf(settings),
    () => standbyAddressOf(settings),
    () => recoverAfter(settings),
    () => mailOf(settings),
    () => signOnOf(settings),
    () => syslogOf(settings),
    () => readPartners(settings.QUATRAIN_PARTNERS_FILE),
  ]
  const wrong = pairs.flatMap((read) => {
    try {
      read()
      return []
    } catch (thrown) {
      return [error(messageOf(thrown))]
    }
  })
  return wrong.length > 0 ? wrong : [ok('All settings are valid.')]
}

const loopback = ['127.0.0.1', '::1', 'localhost']

/** Whether cookies and passwords can be read on their way. */
export function checkTls(settings: Settings): Finding[] {
  const { QUATRAIN_TLS: tls, QUATRAIN_HOST: host, QUATRAIN_TRUST_PROXY: proxies } = settings
  const isPublic = !loopback.includes(host)
  if (!tls && isPublic) {
    return [
      error(
        `QUATRAIN_TLS is off and the console listens at ${host}: passwords and cookies can be read on the network.`,
      ),
    ]
  }
  if (!tls) return [warning('QUATRAIN_TLS is off: cookies are not restricted to TLS. Only for trials on one machine.')]
  if (!proxies) {
    return [
      warning(
        'QUATRAIN_TRUST_PROXY is off: if a reverse proxy ends TLS, all visitors seem to have its address, and share its limits.',
      ),
    ]
  }
  return [ok('Cookies are restricted to TLS, and addresses of visitors come from the reverse proxy.')]
}
