import { type SyslogReceiver, sendSyslog } from '#clients/syslog/send-syslog.ts'
import { error, type Finding, messageOf, ok } from './finding.ts'

/** Whether the receiver of the activity log accepts connections, and both sides trust each other. Sends nothing. */
export async function checkSyslog(receiver: SyslogReceiver | undefined): Promise<Finding[]> {
  if (!receiver) return [ok('No receiver of syslog is set, so the activity log is not sent.')]
  const address = `${receiver.host}:${receiver.port}`
  try {
    await sendSyslog(receiver, [])
    return [ok(`The receiver of the activity log ${address} accepts connections.`)]
  } catch (thrown) {
    return [error(`The receiver of the activity log ${address} cannot be used: ${messageOf(thrown)}.`)]
  }
}
