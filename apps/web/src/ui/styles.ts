// Ours first, because they define the order of layers; `component-styles.ts` adds those of the components of the library.
import './tokens.css'
import './print.css'
import '@mantine/core/styles/baseline.layer.css'
import 'virtual:theme.css'
import '@mantine/core/styles/global.layer.css'
