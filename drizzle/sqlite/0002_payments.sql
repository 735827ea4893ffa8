CREATE TABLE `payment_cases` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`details` text NOT NULL,
	`created_date` integer NOT NULL,
	`closed_date` integer,
	`closed_by` text,
	`note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_cases_open` ON `payment_cases` (`kind`,`subject`) WHERE "payment_cases"."closed_date" is null;--> statement-breakpoint
CREATE INDEX `payment_cases_created` ON `payment_cases` (`created_date`);--> statement-breakpoint
CREATE TABLE `payment_notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`oid` text NOT NULL,
	`body` text NOT NULL,
	`outcome` text NOT NULL,
	`created_date` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_notifications_oid` ON `payment_notifications` (`oid`,`created_date`);--> statement-breakpoint
CREATE TABLE `payment_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`oid` text NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`usd_micro` integer NOT NULL,
	`total_kurus` integer NOT NULL,
	`quote` text NOT NULL,
	`billing` text NOT NULL,
	`is_test` integer NOT NULL,
	`idempotency_key` text,
	`request_hash` text NOT NULL,
	`token` text,
	`failure` text,
	`paid_kurus` integer,
	`refunded_kurus` integer DEFAULT 0 NOT NULL,
	`refunded_micro` integer DEFAULT 0 NOT NULL,
	`expires_date` integer NOT NULL,
	`checked_date` integer,
	`paid_date` integer,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_orders_amounts" CHECK("payment_orders"."usd_micro" > 0 and "payment_orders"."total_kurus" > 0),
	CONSTRAINT "payment_orders_refunds" CHECK("payment_orders"."refunded_kurus" between 0 and coalesce("payment_orders"."paid_kurus", 0) and "payment_orders"."refunded_micro" between 0 and "payment_orders"."usd_micro")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_orders_oid` ON `payment_orders` (`oid`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_orders_key` ON `payment_orders` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `payment_orders_user` ON `payment_orders` (`user_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `payment_orders_created` ON `payment_orders` (`created_date`);--> statement-breakpoint
CREATE INDEX `payment_orders_open` ON `payment_orders` (`created_date`) WHERE "payment_orders"."state" in ('created', 'pending');--> statement-breakpoint
CREATE TABLE `payment_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`order_id` text NOT NULL,
	`usd_micro` integer NOT NULL,
	`kurus` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`admin_id` text NOT NULL,
	`failure` text,
	`created_date` integer NOT NULL,
	`settled_date` integer,
	FOREIGN KEY (`order_id`) REFERENCES `payment_orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_refunds_amounts" CHECK("payment_refunds"."usd_micro" > 0 and "payment_refunds"."kurus" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_refunds_reference` ON `payment_refunds` (`reference`);--> statement-breakpoint
CREATE INDEX `payment_refunds_order` ON `payment_refunds` (`order_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `payment_refunds_open` ON `payment_refunds` (`created_date`) WHERE "payment_refunds"."state" in ('requested', 'in_doubt');--> statement-breakpoint
CREATE TABLE `exchange_rates` (
	`id` text PRIMARY KEY NOT NULL,
	`bulletin_no` text NOT NULL,
	`rate_date` text NOT NULL,
	`forex_buying_e4` integer NOT NULL,
	`forex_selling_e4` integer NOT NULL,
	`banknote_buying_e4` integer,
	`banknote_selling_e4` integer,
	`source` text NOT NULL,
	`raw_sha256` text NOT NULL,
	`fetched_date` integer NOT NULL,
	CONSTRAINT "exchange_rates_sane" CHECK("exchange_rates"."forex_buying_e4" > 0 and "exchange_rates"."forex_selling_e4" >= "exchange_rates"."forex_buying_e4")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exchange_rates_bulletin` ON `exchange_rates` (`bulletin_no`);--> statement-breakpoint
CREATE INDEX `exchange_rates_day` ON `exchange_rates` (`rate_date`);--> statement-breakpoint
CREATE TABLE `account_caps` (
	`user_id` text PRIMARY KEY NOT NULL,
	`per_day_micro` integer,
	`per_month_micro` integer,
	`low_balance_micro` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `flow_caps` (
	`flow_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`per_day_micro` integer,
	`per_conversation_micro` integer,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `usage_days` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`flow_id` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`chat_type` text NOT NULL,
	`answers` integer NOT NULL,
	`calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost_micro` integer NOT NULL,
	`last_date` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `flow_id`, `provider`, `model`, `chat_type`)
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`customer_name` text NOT NULL,
	`address` text NOT NULL,
	`phone` text NOT NULL,
	`phone_country_code` text NOT NULL,
	`company_name` text NOT NULL,
	`company_vat_no` text NOT NULL,
	`company_address` text NOT NULL,
	`company_phone` text NOT NULL,
	`company_phone_country_code` text NOT NULL,
	`company_email` text NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `postings` ADD `reverses` text;--> statement-breakpoint
CREATE INDEX `postings_movements` ON `postings` (`scope`,`created_date`,`id`) WHERE "postings"."kind" <> 'usage';--> statement-breakpoint
CREATE UNIQUE INDEX `postings_reversal` ON `postings` (`reverses`) WHERE "postings"."reverses" is not null;