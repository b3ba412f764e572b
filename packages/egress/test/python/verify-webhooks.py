"""Verifies webhooks, one JSON object a line: {"headers": {...}, "body": base64, "secret": "whsec_..."}."""

import base64
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

verified = mismatched = 0
for line in sys.stdin:
    webhook = json.loads(line)
    body = base64.b64decode(webhook["body"])
    try:
        Webhook(webhook["secret"]).verify(body, webhook["headers"])
        verified += 1
    except WebhookVerificationError:
        mismatched += 1
print(json.dumps({"verified": verified, "mismatched": mismatched}))
