CREATE TABLE "payment_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	"closed_date" timestamp (3) with time zone,
	"closed_by" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "payment_notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"oid" text NOT NULL,
	"body" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"oid" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"usd_micro" bigint NOT NULL,
	"total_kurus" bigint NOT NULL,
	"quote" jsonb NOT NULL,
	"billing" jsonb NOT NULL,
	"is_test" boolean NOT NULL,
	"idempotency_key" text,
	"request_hash" text NOT NULL,
	"token" text,
	"failure" text,
	"paid_kurus" bigint,
	"refunded_kurus" bigint DEFAULT 0 NOT NULL,
	"refunded_micro" bigint DEFAULT 0 NOT NULL,
	"expires_date" timestamp (3) with time zone NOT NULL,
	"checked_date" timestamp (3) with time zone,
	"paid_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_orders_amounts" CHECK ("payment_orders"."usd_micro" > 0 and "payment_orders"."total_kurus" > 0),
	CONSTRAINT "payment_orders_refunds" CHECK ("payment_orders"."refunded_kurus" between 0 and coalesce("payment_orders"."paid_kurus", 0) and "payment_orders"."refunded_micro" between 0 and "payment_orders"."usd_micro")
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"order_id" text NOT NULL,
	"usd_micro" bigint NOT NULL,
	"kurus" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"admin_id" text NOT NULL,
	"failure" text,
	"created_date" timestamp (3) with time zone NOT NULL,
	"settled_date" timestamp (3) with time zone,
	CONSTRAINT "payment_refunds_amounts" CHECK ("payment_refunds"."usd_micro" > 0 and "payment_refunds"."kurus" > 0)
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"bulletin_no" text NOT NULL,
	"rate_date" text NOT NULL,
	"forex_buying_e4" integer NOT NULL,
	"forex_selling_e4" integer NOT NULL,
	"banknote_buying_e4" integer,
	"banknote_selling_e4" integer,
	"source" text NOT NULL,
	"raw_sha256" text NOT NULL,
	"fetched_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exchange_rates_sane" CHECK ("exchange_rates"."forex_buying_e4" > 0 and "exchange_rates"."forex_selling_e4" >= "exchange_rates"."forex_buying_e4")
);
--> statement-breakpoint
CREATE TABLE "account_caps" (
	"user_id" text PRIMARY KEY NOT NULL,
	"per_day_micro" bigint,
	"per_month_micro" bigint,
	"low_balance_micro" bigint NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_caps" (
	"flow_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"per_day_micro" bigint,
	"per_conversation_micro" bigint,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"user_id" text NOT NULL,
	"day" text NOT NULL,
	"flow_id" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"chat_type" text NOT NULL,
	"answers" integer NOT NULL,
	"calls" integer NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cost_micro" bigint NOT NULL,
	"last_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "usage_days_user_id_day_flow_id_provider_model_chat_type_pk" PRIMARY KEY("user_id","day","flow_id","provider","model","chat_type")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"customer_name" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"phone_country_code" text NOT NULL,
	"company_name" text NOT NULL,
	"company_vat_no" text NOT NULL,
	"company_address" text NOT NULL,
	"company_phone" text NOT NULL,
	"company_phone_country_code" text NOT NULL,
	"company_email" text NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "reverses" text;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_caps" ADD CONSTRAINT "account_caps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_caps" ADD CONSTRAINT "flow_caps_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_cases_open" ON "payment_cases" USING btree ("kind","subject") WHERE "payment_cases"."closed_date" is null;--> statement-breakpoint
CREATE INDEX "payment_cases_created" ON "payment_cases" USING btree ("created_date");--> statement-breakpoint
CREATE INDEX "payment_notifications_oid" ON "payment_notifications" USING btree ("oid","created_date");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_oid" ON "payment_orders" USING btree ("oid");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_key" ON "payment_orders" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "payment_orders_user" ON "payment_orders" USING btree ("user_id","created_date");--> statement-breakpoint
CREATE INDEX "payment_orders_created" ON "payment_orders" USING btree ("created_date");--> statement-breakpoint
CREATE INDEX "payment_orders_open" ON "payment_orders" USING btree ("created_date") WHERE "payment_orders"."state" in ('created', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_reference" ON "payment_refunds" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payment_refunds_order" ON "payment_refunds" USING btree ("order_id","created_date");--> statement-breakpoint
CREATE INDEX "payment_refunds_open" ON "payment_refunds" USING btree ("created_date") WHERE "payment_refunds"."state" in ('requested', 'in_doubt');--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_rates_bulletin" ON "exchange_rates" USING btree ("bulletin_no");--> statement-breakpoint
CREATE INDEX "exchange_rates_day" ON "exchange_rates" USING btree ("rate_date");--> statement-breakpoint
CREATE INDEX "postings_movements" ON "postings" USING btree ("scope","created_date","id") WHERE "postings"."kind" <> 'usage';--> statement-breakpoint
CREATE UNIQUE INDEX "postings_reversal" ON "postings" USING btree ("reverses") WHERE "postings"."reverses" is not null;