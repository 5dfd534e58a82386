import { z } from 'zod'
import { everywhere } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { orderedRecord } from './ordered-record.ts'

export const machineDefaultPorts = defineRead({
  path: '/api/v2/default_ports',
  summary: 'Ports that probes use by name: each name with its port, as digits',
  deployments: everywhere,
  caller: 'api-key',
  scope: 'default_ports',
  answer: orderedRecord(z.string()),
})
