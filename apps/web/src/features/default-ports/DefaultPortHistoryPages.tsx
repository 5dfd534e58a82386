import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { documentHistoryPages } from '#kit/resource/history-pages.tsx'
import { paths } from '#lib/paths.ts'

export const defaultPortHistory = documentHistoryPages({ resource: defaultPorts, paths: paths.defaultPorts })
