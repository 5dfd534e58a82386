import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { DocumentVersionPage } from '#kit/history/DocumentVersionPage.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { paths } from '#lib/paths.ts'

const shared = { resource: defaultPorts, paths: paths.defaultPorts } as const

export const DefaultPortHistoryPage = () => <ResourceHistoryPage {...shared} />
export const DefaultPortVersionPage = () => <DocumentVersionPage {...shared} />
export const DefaultPortComparePage = () => <ResourceComparePage {...shared} isRestorable={false} />
