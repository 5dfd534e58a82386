import { z } from 'zod'

// Each object schema would try `new Function` as it is made; the content security policy reports that as a violation.
z.config({ jitless: true })
