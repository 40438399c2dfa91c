import { expectBestOrder } from './trim-order.js'

expectBestOrder(
  Array.from({ length: 40 }, (_, at) => 200 + at),
  8,
)
