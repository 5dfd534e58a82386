import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { defaultPortVersions } from './default-ports-form.ts'

export const DefaultPortHistoryPage = () => <ResourceHistoryPage resource={defaultPorts} paths={paths.defaultPorts} />

export const DefaultPortComparePage = () => <ResourceComparePage resource={defaultPorts} paths={paths.defaultPorts} />

/** One version of a port. */
export const DefaultPortVersionPage = () => (
  <ResourceVersionPage definition={defaultPortVersions}>
    {({ title, object, values, actions, notice }) => (
      <PageFrame title={title} object={object} width="reading" actions={actions}>
        {notice}
        <ValueText label="Port name" value={values.name} isMono />
        <ValueText label="Port value" value={values.value} isMono />
      </PageFrame>
    )}
  </ResourceVersionPage>
)
