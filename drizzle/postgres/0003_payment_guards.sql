-- Written by hand: what was received and what was accepted is never changed, and a reversal says who and why.
CREATE FUNCTION payments_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'This table is append-only.';
END $$;
--> statement-breakpoint
CREATE TRIGGER exchange_rates_unchanged BEFORE UPDATE ON exchange_rates FOR EACH ROW EXECUTE FUNCTION payments_refuse();
--> statement-breakpoint
CREATE TRIGGER exchange_rates_kept BEFORE DELETE OR TRUNCATE ON exchange_rates EXECUTE FUNCTION payments_refuse();
--> statement-breakpoint
CREATE TRIGGER payment_notifications_unchanged BEFORE UPDATE ON payment_notifications FOR EACH ROW EXECUTE FUNCTION payments_refuse();
--> statement-breakpoint
CREATE TRIGGER payment_notifications_kept BEFORE DELETE OR TRUNCATE ON payment_notifications EXECUTE FUNCTION payments_refuse();
--> statement-breakpoint
CREATE FUNCTION payment_orders_paid() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.id <> OLD.id OR NEW.oid <> OLD.oid OR NEW.user_id <> OLD.user_id OR NEW.usd_micro <> OLD.usd_micro
    OR NEW.total_kurus <> OLD.total_kurus OR NEW.quote <> OLD.quote OR NEW.is_test <> OLD.is_test
    OR (OLD.state = 'paid' AND NEW.state <> 'paid') OR NEW.refunded_micro < 0 THEN
    RAISE EXCEPTION 'What was ordered does not change, and paid is final.';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_orders_paid BEFORE UPDATE ON payment_orders FOR EACH ROW EXECUTE FUNCTION payment_orders_paid();
--> statement-breakpoint
CREATE TRIGGER payment_orders_kept BEFORE DELETE OR TRUNCATE ON payment_orders EXECUTE FUNCTION payments_refuse();
--> statement-breakpoint
CREATE FUNCTION postings_reversed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.kind <> 'reversal' OR NEW.reverses IS NULL OR length(trim(coalesce(NEW.reason, ''))) < 5
    OR NOT EXISTS (SELECT 1 FROM postings WHERE id = NEW.reverses AND scope = NEW.scope AND kind <> 'reversal') THEN
    RAISE EXCEPTION 'A reversal names its posting and its reason.';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER postings_reversed BEFORE INSERT ON postings FOR EACH ROW
  WHEN (NEW.kind = 'reversal' OR NEW.reverses IS NOT NULL) EXECUTE FUNCTION postings_reversed();
