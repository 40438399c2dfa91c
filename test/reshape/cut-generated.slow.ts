import { expectCuts } from './cut-generated.js'

expectCuts(Array.from({ length: 30 }, (_, at) => 300 + at))
