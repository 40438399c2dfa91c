import { at, isNoMask, type SecretRule, token } from '../rule.js'

/** Keys of payments, shops and of what watches over servers. */
export const business: readonly SecretRule[] = [
  token(
    'stripe-key',
    ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_'],
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}/,
  ),
  token('stripe-webhook-secret', ['whsec_'], /whsec_[A-Za-z0-9+/=]{32,}/),
  token(
    'square-token',
    ['sq0atp-', 'sq0csp-', 'sq0idp-', 'eaaa'],
    /sq0(?:atp|csp|idp)-[\w-]{22,43}(?![\w-])|(?<!\w)EAAA[\w-]{60}(?![\w-])/,
  ),
  token(
    'shopify-token',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    /shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}(?![A-Za-z0-9])/,
  ),
  {
    kind: 'braintree-token',
    words: ['access_token$'],
    pattern: at(/access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/),
    isReal: isNoMask,
  },
  token('razorpay-key', ['rzp_live_', 'rzp_test_'], /rzp_(?:live|test)_[A-Za-z0-9]{14,}/),
  token(
    'new-relic-key',
    ['nrak-', 'nrii-', 'nrjs-'],
    /NRAK-[A-Z0-9]{27}(?!\w)|NRII-[\w-]{32}(?![\w-])|NRJS-[0-9a-f]{19}(?!\w)/,
  ),
  token('grafana-token', ['glc_', 'glsa_'], /glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}(?!\w)|glc_eyJ[A-Za-z0-9+/=]{32,}/),
  token('dynatrace-token', ['dt0c01.', 'dt0s01.'], /dt0[cs]01\.[A-Z2-7]{24}\.[A-Z2-7]{64}(?!\w)/),
]
