// First, because it defines the order of layers; `component-styles.ts` adds the styles of the components of the library.
import 'virtual:layers.css'
import './tokens.css'
import './print.css'
import '@mantine/core/styles/baseline.layer.css'
import 'virtual:theme.css'
import '@mantine/core/styles/global.layer.css'
