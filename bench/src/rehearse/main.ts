// Rehearses what can fail, and prints what was seen: the processes of an installation by default, see docs/reliability.md;
// `--saves 200` and `--rounds 1` make it shorter. With `--alerts`, faults that have to arrive as mails, see docs/monitoring.md;
// with `--patroni`, three PostgreSQL under Patroni.
import { parseArgs } from 'node:util'
import { describeMachine } from '../figures.ts'
import { rehearseAlerts } from './alerts.ts'
import { rehearsePatroni } from './patroni.ts'
import { rehearseProcesses } from './processes.ts'
import { summarize } from './report.ts'

const { saves, rounds, failover, alerts, patroni } = parseArgs({
  options: {
    saves: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '2' },
    failover: { type: 'string' },
    alerts: { type: 'boolean' },
    patroni: { type: 'boolean' },
  },
}).values

console.log(describeMachine())
if (alerts) await rehearseAlerts()
else if (patroni) await rehearsePatroni(Number(saves))
else await rehearseProcesses({ saves: Number(saves), rounds: Number(rounds), failover })
process.exit(summarize() ? 0 : 1)
