CREATE TABLE "upload_space" (
	"flow_id" text NOT NULL,
	"party" text NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"reserved_date" timestamp (3) with time zone NOT NULL,
	"busy_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "upload_space_flow_id_party_pk" PRIMARY KEY("flow_id","party")
);
--> statement-breakpoint
ALTER TABLE "upload_space" ADD CONSTRAINT "upload_space_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;