-- Written by hand: what was received and what was accepted is never changed, and a reversal says who and why.
CREATE TRIGGER exchange_rates_new BEFORE INSERT ON exchange_rates BEGIN
  SELECT RAISE(IGNORE) WHERE EXISTS (SELECT 1 FROM exchange_rates WHERE id = NEW.id OR bulletin_no = NEW.bulletin_no);
END;
--> statement-breakpoint
CREATE TRIGGER exchange_rates_unchanged BEFORE UPDATE ON exchange_rates BEGIN
  SELECT RAISE(ABORT, 'Exchange rates are append-only.');
END;
--> statement-breakpoint
CREATE TRIGGER exchange_rates_kept BEFORE DELETE ON exchange_rates BEGIN
  SELECT RAISE(ABORT, 'Exchange rates are append-only.');
END;
--> statement-breakpoint
CREATE TRIGGER payment_notifications_new BEFORE INSERT ON payment_notifications BEGIN
  SELECT RAISE(IGNORE) WHERE EXISTS (SELECT 1 FROM payment_notifications WHERE id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER payment_notifications_unchanged BEFORE UPDATE ON payment_notifications BEGIN
  SELECT RAISE(ABORT, 'Notifications are append-only.');
END;
--> statement-breakpoint
CREATE TRIGGER payment_notifications_kept BEFORE DELETE ON payment_notifications BEGIN
  SELECT RAISE(ABORT, 'Notifications are append-only.');
END;
--> statement-breakpoint
CREATE TRIGGER payment_orders_new BEFORE INSERT ON payment_orders BEGIN
  SELECT RAISE(IGNORE) WHERE EXISTS (SELECT 1 FROM payment_orders WHERE id = NEW.id OR oid = NEW.oid
    OR (user_id = NEW.user_id AND idempotency_key = NEW.idempotency_key));
END;
--> statement-breakpoint
CREATE TRIGGER payment_orders_paid BEFORE UPDATE ON payment_orders BEGIN
  SELECT RAISE(ABORT, 'What was ordered does not change, and paid is final.')
    WHERE NEW.id <> OLD.id OR NEW.oid <> OLD.oid OR NEW.user_id <> OLD.user_id OR NEW.usd_micro <> OLD.usd_micro
      OR NEW.total_kurus <> OLD.total_kurus OR NEW.quote <> OLD.quote OR NEW.is_test <> OLD.is_test
      OR (OLD.state = 'paid' AND NEW.state <> 'paid') OR NEW.refunded_micro < 0;
END;
--> statement-breakpoint
CREATE TRIGGER payment_orders_kept BEFORE DELETE ON payment_orders BEGIN
  SELECT RAISE(ABORT, 'Orders are kept.');
END;
--> statement-breakpoint
CREATE TRIGGER postings_reversed BEFORE INSERT ON postings WHEN NEW.kind = 'reversal' OR NEW.reverses IS NOT NULL BEGIN
  SELECT RAISE(IGNORE) WHERE EXISTS (SELECT 1 FROM postings WHERE reverses = NEW.reverses);
  SELECT RAISE(ABORT, 'A reversal names its posting and its reason.')
    WHERE NEW.kind <> 'reversal' OR NEW.reverses IS NULL OR length(trim(coalesce(NEW.reason, ''))) < 5
      OR NOT EXISTS (SELECT 1 FROM postings WHERE id = NEW.reverses AND scope = NEW.scope AND kind <> 'reversal');
END;
